"""rouge-score 0.1.2 under infrarouge: the same modules, names, argument order and numbers.

>>> from infrarouge.compat.rouge_score import rouge_scorer
>>> scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
>>> scorer.score("the cat sat down", "the cats sat")["rougeL"]
Score(precision=1.0, recall=0.75, fmeasure=0.8571428571428571)
"""
