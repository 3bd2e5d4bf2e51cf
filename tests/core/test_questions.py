"""What has the shape of a question."""

import pytest

from core.text import is_question


@pytest.mark.parametrize(
    "text",
    [
        "Vad kostar bygglov?",
        "How do I pay?",
        "¿Cuánto cuesta?",
        "¿Cuánto cuesta",
        "Need help?",
        "返品期限は何日ですか？",
        "Ποιο είναι το ωράριο;",
        "Ποιο είναι το ωράριο\u037e",
        "ما هي ساعات العمل؟",
        "Is it free?!",
        "Is it “free?”",
        "**How do I pay?**",
        "Q: How do I pay?",
        "3. How do I pay?",
        "I bought a ticket. Can I return it? Thanks!",
        "Quand ouvre la mairie\u00a0?",
    ],
)
def test_a_question_mark_of_any_script_makes_a_question(text):
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "How do I apply",
        "What is DCAT",
        "where is my order",
        "How long does shipping take",
        "How many days do I have",
        "Which documents do I need",
        "Which browsers are supported",
        "What happens if I am late",
        "Who can apply",
        "Why might someone create stigma",
        "Can I get a refund",
        "Is Caudals free",
        "Do you ship abroad",
        "Should schools test students",
        "Qué es un certificado",
        "Cuánto cuesta el envío",
        "Cómo puedo pagar",
        "Dónde está la oficina",
        "Puedo cambiar mi reserva",
        "Was kostet das",
        "Wie funktioniert Let's Encrypt",
        "Wie beantrage ich das",
        "Wie lange dauert es",
        "Wo finde ich die Rechnung",
        "Welche Unterlagen brauche ich",
        "Kann ich kündigen",
        "Ist Let's Encrypt kostenlos",
        "Vad kostar bygglov",
        "Vad är attefallshus",
        "Hur ansöker jag om bygglov",
        "Hur lång tid tar det",
        "Hur fungerar avdraget",
        "Kan en pensionär få avdrag",
        "Hur nära tomtgränsen får jag bygga",
        "Vilka regler gäller",
        "Får jag bygga altan",
        "Behöver jag bygglov",
        "返品期限は何日ですか",
        "营业时间是什么",
        "환불이 가능한가요",
        "هل يمكنني الإلغاء",
    ],
)
def test_an_opening_with_its_verb_first_needs_no_mark(text):
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "What we do",
        "How it works",
        "How to apply",
        "Who we are",
        "When to call",
        "Why choose us",
        "What you can do",
        "What customers should know",
        "What's new",
        "What is new in 2.4",
        "How much you can save",
        "Do the math",
        "Have a question",
        "Will and testament",
        "Hur det fungerar",
        "Hur kunder väljer oss",
        "Vad du behöver",
        "När du bygger",
        "Is på taket kan falla",
        "Var medveten om risken",
        "Så här ansöker du",
        "Was wir tun",
        "Wie es funktioniert",
        "Wer wir sind",
        "Haben Sie ein Konto, können Sie es löschen",
        "Cómo funciona",
        "Quiénes somos",
        "Cómo llegar",
        "Qué hacemos",
        "Lo que hacemos",
        "Contact us",
        "Frequently asked questions",
        "What is important is that you call us.",
        "You can pay by card.",
        "Can it be so? It can.",
        "How do I pay? Use a card and wait.",
        "如何申请",
        "ご利用方法",
        "كيفية الدفع",
        "https://example.org/?",
        "https://example.org/search?q=?",
        "???",
        "?",
        "",
        "   ",
    ],
)
def test_headings_and_statements_are_no_questions(text):
    assert not is_question(text)
