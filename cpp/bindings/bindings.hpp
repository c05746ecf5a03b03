// What the module is made of; each part enters its verbs.
#pragma once

#include <nanobind/nanobind.h>

#include "infrarouge/engine/plan.hpp"

namespace infrarouge::bindings {

namespace nb = nanobind;

using PlanClass = nb::class_<Plan>;

void bind_reading(nb::module_& m, PlanClass& plan);
void bind_matching(nb::module_& m, PlanClass& plan);
void bind_scoring(nb::module_& m);
void bind_search(nb::module_& m, PlanClass& plan);
void bind_columns(nb::module_& m);
void bind_calls(nb::module_& m);
void bind_files(nb::module_& m);
void bind_tables(nb::module_& m);

}  // namespace infrarouge::bindings
