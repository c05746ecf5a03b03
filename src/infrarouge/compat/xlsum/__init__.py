"""XL-Sum's multilingual_rouge_scoring under infrarouge, and PyPI multilingual-rouge, which is the same code.

>>> from infrarouge.compat.xlsum import rouge_scorer
>>> scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], lang="hindi", use_stemmer=True)
>>> scorer.score("लड़कियों ने किताबें पढ़ीं", "लड़की ने किताब पढ़ी")["rouge1"].fmeasure
1.0
"""
