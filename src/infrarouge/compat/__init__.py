"""Drop-in surfaces: each module keeps the names, arguments, results and errors of the package it is named after."""
