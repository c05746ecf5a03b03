"""The class `COCOEvalCap`, for ROUGE_L alone."""

from __future__ import annotations

from typing import Any

from infrarouge.compat.pycocoevalcap.rouge.rouge import Rouge
from infrarouge.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

__all__ = ["COCOEvalCap"]


class COCOEvalCap:
    """Scores the results of a caption task that are loaded with pycocotools; of the original's scorers only ROUGE_L.

    Of `coco` and `cocoRes` it needs ``imgToAnns``, the captions by image id, and ``getImgIds()``. The ids in
    ``params["image_id"]`` are scored, by default all of `coco`.

    >>> class Captions:
    ...     imgToAnns = {7: [{"caption": "A dog runs."}]}
    ...     getImgIds = lambda self: [7]
    >>> evaluation = COCOEvalCap(Captions(), Captions())
    >>> evaluation.evaluate()
    ROUGE_L: 1.000
    >>> evaluation.imgToEval
    {7: {'image_id': 7, 'ROUGE_L': 1.0}}
    """

    def __init__(self, coco: Any, cocoRes: Any) -> None:  # the original's names, here and below
        self.coco = coco
        self.cocoRes = cocoRes
        self.params: dict[str, Any] = {"image_id": coco.getImgIds()}
        self.eval: dict[str, float] = {}
        self.imgToEval: dict[Any, dict[str, Any]] = {}
        self.evalImgs: list[dict[str, Any]] = []

    def evaluate(self) -> None:
        """Tokenize both sides, score, and print the average with three decimals."""
        ids = self.params["image_id"]
        gts, res = (
            PTBTokenizer().tokenize({image: side.imgToAnns[image] for image in ids})
            for side in (self.coco, self.cocoRes)
        )
        average, scores = Rouge().compute_score(gts, res)
        self.eval["ROUGE_L"] = float(average)
        for image, score in zip(gts, scores.tolist(), strict=True):
            self.imgToEval.setdefault(image, {"image_id": image})["ROUGE_L"] = score
        self.evalImgs = list(self.imgToEval.values())
        print(f"ROUGE_L: {average:.3f}")
