"""Checkpoints as the library saves them, of models that are small and know nothing: their weights are chance."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

WORDS = (
    "the a dog cat barks barked sleep ##s loud ##ly very in house old . , hello match game fire lit he with big great "
    "small man is of and to 今 日 は дом"
)
TEXTS = ["the dog barks in the house", "a cat sleeps, very loudly", "he lit the fire with a match", "größe 今日は дом"]
SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 24}


def needed(name: str) -> Any:
    """A library of the extra, or a skip."""
    return pytest.importorskip(name, reason="needs the extra stead[neural]")


@cache
def by_the_library(folder: Path, loader: str) -> tuple[Any, Any]:
    """Tokenizer and model of a folder as the library opens them, for what is computed directly."""
    transformers = needed("transformers")
    model = getattr(transformers, loader).from_pretrained(folder).eval()
    return transformers.AutoTokenizer.from_pretrained(folder), model


def word_pieces() -> Any:
    """A tokenizer like BERT's, with some forty words."""
    tokenizers, transformers = needed("tokenizers"), needed("transformers")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS.split()]
    codes = {word: code for code, word in enumerate(vocabulary)}
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(codes, unk_token="[UNK]"))
    made.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    special = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
    names = {f"{name}_token": token for name, token in special.items()}
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, model_input_names=["input_ids", "token_type_ids", "attention_mask"], **names
    )


def byte_pairs(*, framed: bool) -> Any:
    """A tokenizer of byte pairs, learned from a few texts; framed like RoBERTa's, or bare like GPT-2's."""
    tokenizers, transformers = needed("tokenizers"), needed("transformers")
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = tokenizers.decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"] if framed else ["</s>"]
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=330,
        special_tokens=special,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(TEXTS * 3, trainer)
    if not framed:
        return transformers.PreTrainedTokenizerFast(tokenizer_object=made, bos_token="</s>", eos_token="</s>")
    made.post_processor = tokenizers.processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    names = {"bos": "<s>", "cls": "<s>", "pad": "<pad>", "eos": "</s>", "sep": "</s>", "unk": "<unk>", "mask": "<mask>"}
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, **{f"{name}_token": token for name, token in names.items()}
    )


def save(folder: Path, tokenizer: Any, model: str, config: str, **settings: Any) -> Path:
    """A checkpoint of a model of this class; weights large enough for its answers to differ."""
    torch, transformers = needed("torch"), needed("transformers")
    torch.manual_seed(1)
    settings = {"vocab_size": len(tokenizer), "initializer_range": 0.5, **settings}
    made = getattr(transformers, model)(getattr(transformers, config)(**settings))
    made.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def save_bert(folder: Path, model: str = "BertForMaskedLM", **settings: Any) -> Path:
    """64 positions."""
    return save(folder, word_pieces(), model, "BertConfig", max_position_embeddings=64, **SIZES, **settings)


def save_roberta(folder: Path) -> Path:
    """Counts positions from 2 on: 66 make room for 64."""
    settings = {"max_position_embeddings": 66, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}
    return save(folder, byte_pairs(framed=True), "RobertaForMaskedLM", "RobertaConfig", **settings, **SIZES)


def save_llama(folder: Path) -> Path:
    """Rotary positions, two heads that share keys and values."""
    settings = {"num_key_value_heads": 1, "bos_token_id": 0, "eos_token_id": 2, "max_position_embeddings": 128}
    return save(folder, byte_pairs(framed=True), "LlamaForCausalLM", "LlamaConfig", **settings, **SIZES)


def save_gpt2(folder: Path) -> Path:
    """Learned positions, and a tokenizer that has nothing to fill rows with."""
    settings = {"n_embd": 16, "n_layer": 2, "n_head": 2, "n_positions": 128, "bos_token_id": 0, "eos_token_id": 0}
    return save(folder, byte_pairs(framed=False), "GPT2LMHeadModel", "GPT2Config", **settings)
