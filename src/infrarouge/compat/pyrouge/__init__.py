"""The surface of pyrouge 0.1.3, without Perl: folders of summaries in, the print-out of ROUGE-1.5.5 out.

As pyrouge does, it adds ``-m`` (stemming) to whatever options are given; ``Rouge155(stemming=False)`` does not.
"""

from infrarouge.compat.pyrouge.rouge155 import Rouge155

__all__ = ["Rouge155"]
