"""korouge-score 0.1.4, rouge-score for Korean: the same modules, names, argument order and numbers.

>>> from infrarouge.compat.korouge_score import rouge_scorer
>>> rouge_scorer.RougeScorer(["rougeL"]).score("고양이가 매트 위에 앉았다", "고양이가 위에 앉았다")["rougeL"]
Score(precision=1.0, recall=0.75, fmeasure=0.8571428571428571)
"""
