"""The value of a spreadsheet's cell as the spreadsheet shows it."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Any

_QUOTED = re.compile(r'"([^"]*)"|\\(.)|_.|\*.')
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_CONDITION = re.compile(r"\[[^\]]*\]")
_DATE_PARTS = re.compile(r"am/pm|a/p|y+|m+|d+|h+|s+|[^ymdhsa]+|a", re.IGNORECASE)
_FIGURES = re.compile(r"[#0?,.]+")


def shown(value: Any, pattern: str) -> str:
    """The text of a cell; "" for an empty one."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date | time):
        return _moment(value, pattern)
    if isinstance(value, timedelta):
        minutes, seconds = divmod(int(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
    if isinstance(value, int | float):
        return _number(value, pattern)
    return str(value).replace("\r\n", "\n").replace("_x000D_", "").strip()


def _number(value: float, pattern: str) -> str:
    pattern = (pattern or "General").split(";")[0]
    sign = _CURRENCY.search(pattern)
    plain = _CONDITION.sub("", _CURRENCY.sub(lambda match: f'"{match.group(1)}"', pattern))
    literal = _QUOTED.sub(lambda m: m.group(1) or m.group(2) or "", plain)
    figures = _FIGURES.search(_QUOTED.sub("", plain))
    if pattern in {"General", "@", ""} or figures is None or "E" in plain.upper().split('"')[0]:
        return _general(value)
    digits = figures.group()
    percent = "%" in plain
    decimals = len(digits.split(".")[1].replace(",", "")) if "." in digits else 0
    amount = value * 100 if percent else value
    text = f"{amount:,.{decimals}f}" if "," in digits.split(".")[0] else f"{amount:.{decimals}f}"
    zeros = digits.split(".")[0].replace(",", "").count("0")
    if zeros > 1 and "," not in text and amount >= 0:
        text = text.zfill(zeros + (decimals + 1 if decimals else 0))
    before, _, after = literal.partition(digits)
    marks = (before, after) if digits in literal else ("", sign.group(1) if sign else "")
    return f"{marks[0]}{text}{marks[1]}".strip()


def _general(value: float) -> str:
    if isinstance(value, int) or float(value).is_integer():
        return str(int(value)) if abs(value) < 1e15 else repr(value)
    return f"{value:.10g}"


def _moment(value: date | time | datetime, pattern: str) -> str:
    """A date or time by its pattern; where the pattern names none, the international way."""
    plain = _CONDITION.sub("", (pattern or "").split(";")[0])
    plain = _QUOTED.sub(lambda m: m.group(1) or m.group(2) or "", plain)
    if not re.search(r"[ymdhs]", plain, re.IGNORECASE) or plain.lower() == "general":
        text = value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
        return text.removesuffix(" 00:00:00")
    parts = _DATE_PARTS.findall(plain)
    twelve = any(part.lower() in {"am/pm", "a/p"} for part in parts)
    texts: list[str] = []
    after_hours = False
    for index, part in enumerate(parts):
        letter = part[0].lower()
        following = next((p[0].lower() for p in parts[index + 1 :] if p[0].isalpha()), "")
        minutes = letter == "m" and len(part) <= 2 and (after_hours or following == "s")
        texts.append(_part(value, part, minutes=minutes, twelve=twelve))
        if letter in "hymds":
            after_hours = letter == "h"
    return "".join(texts).strip()


def _part(value: date | time | datetime, part: str, *, minutes: bool, twelve: bool) -> str:
    lower, count = part.lower(), len(part)
    if lower in {"am/pm", "a/p"}:
        return "AM" if getattr(value, "hour", 0) < 12 else "PM"
    code = {"y": "%Y" if count > 2 else "%y", "s": "%S"}.get(lower[0], "")
    number = None
    if lower[0] == "m":
        if minutes:
            number = getattr(value, "minute", 0)
        elif count >= 3:
            code = "%B" if count == 4 else "%b"
        else:
            number = getattr(value, "month", 1)
    elif lower[0] == "d":
        code = {3: "%a", 4: "%A"}.get(count, "")
        number = getattr(value, "day", 1)
    elif lower[0] == "h":
        hour = getattr(value, "hour", 0)
        number = (hour % 12 or 12) if twelve else hour
    if code:
        return value.strftime(code)
    return part if number is None else f"{number:02}" if count > 1 else str(number)
