"""A setting or a need that cannot be taken as it is."""


class Unfit(ValueError):
    """`sentence` says what is wrong and what to do, with `values` to fill in; `field` where."""

    def __init__(self, field: str, sentence: str, **values: object) -> None:
        self.field = field
        self.sentence = sentence
        self.values = values
        super().__init__(sentence % values if values else sentence)
