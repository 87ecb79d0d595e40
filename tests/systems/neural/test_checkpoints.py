"""Opening checkpoints: what is not there, damaged, dangerous or of another kind is one sentence."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stead.core.errors import BadInput, UsageError
from stead.systems.neural.causal import CheckpointCausal
from stead.systems.neural.checkpoints import Kind, open_checkpoint
from stead.systems.neural.encoders import CheckpointEncoder
from stead.systems.neural.masked import MaskedModel
from tests.systems.neural.checkpoints_made import byte_pairs, needed, save, save_bert, word_pieces


@pytest.fixture
def copy(checkpoints: dict[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    """A checkpoint that may be damaged."""
    return lambda name: shutil.copytree(checkpoints[name], tmp_path / name)


def one_sentence(text: str, kind: Kind) -> str:
    with pytest.raises(BadInput) as caught:
        open_checkpoint(text, kind)
    message = str(caught.value)
    assert "\n" not in message
    assert "http" not in message
    return message


@pytest.mark.parametrize("text", ["", "bert", "a/b/c", "../x", "owner/", "/name", "ow ner/name", "o/n\n", "ö/n", "-x"])
def test_what_is_neither_folder_nor_name_is_wrong_usage(text: str) -> None:
    with pytest.raises(UsageError, match=r"is no model; expected a folder, or owner/name as on the hub"):
        open_checkpoint(text, "masked")


@pytest.mark.parametrize("text", ["nobody-at-all/nothing", "a..b/c", "a--b/c", "x/y.git", f"x/{'y' * 200}"])
def test_a_name_that_was_never_fetched_says_how_to_fetch_it(text: str) -> None:
    needed("huggingface_hub")
    assert one_sentence(text, "masked").endswith(
        f"no such model on this machine; fetch it once with: hf download {text}"
    )


def test_a_name_is_found_in_the_cache_of_the_hub(
    checkpoints: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Laid out as the hub's library does."""
    constants = needed("huggingface_hub.constants")
    commit = "0123456789" * 4
    inside = tmp_path / "models--somebody--small"
    shutil.copytree(checkpoints["bert"], inside / "snapshots" / commit)
    (inside / "refs").mkdir()
    (inside / "refs" / "main").write_text(commit)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub._snapshot_download.constants.HF_HUB_CACHE", str(tmp_path))
    assert MaskedModel("somebody/small").name == "checkpoint:somebody/small"


def test_a_folder_wins_over_a_name(
    checkpoints: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(checkpoints["bert"], tmp_path / "owner" / "name")
    monkeypatch.chdir(tmp_path)
    assert open_checkpoint("owner/name", "masked").name == "name"


def test_a_folder_without_a_configuration(tmp_path: Path) -> None:
    needed("torch")
    assert "no config.json there; expected the folder of a checkpoint" in one_sentence(str(tmp_path), "encoder")


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"model_type": "no-such-type"}', "{}", "\udcff"])
def test_a_configuration_that_is_none(copy: Callable[[str], Path], content: str) -> None:
    folder = copy("bert")
    (folder / "config.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    assert str(folder) in one_sentence(str(folder), "masked")


@pytest.mark.parametrize("length", [0, 7, 100, 5000])
def test_truncated_weights(copy: Callable[[str], Path], length: int) -> None:
    weights = copy("bert") / "model.safetensors"
    assert weights.stat().st_size > 5000
    weights.write_bytes(weights.read_bytes()[:length])
    assert ": no masked language model (" in one_sentence(str(weights.parent), "masked")


def test_weights_in_pickles_are_refused(copy: Callable[[str], Path]) -> None:
    folder = copy("bert")
    weights = needed("safetensors.torch").load_file(folder / "model.safetensors")
    needed("torch").save(weights, folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert "pytorch_model.bin is in pickle's format, which can run code and is never read" in one_sentence(
        str(folder), "masked"
    )
    (folder / "pytorch_model.bin").unlink()
    assert "no model.safetensors there" in one_sentence(str(folder), "masked")


def test_an_index_of_weights_that_are_not_there(copy: Callable[[str], Path]) -> None:
    folder = copy("bert")
    (folder / "model.safetensors").unlink()
    index = {"metadata": {}, "weight_map": {"cls.predictions.bias": "model-00001-of-00002.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    assert ": no masked language model (" in one_sentence(str(folder), "masked")


def test_code_of_a_checkpoint_is_never_run(copy: Callable[[str], Path], tmp_path: Path) -> None:
    folder = copy("bert")
    (folder / "mine.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    settings = json.loads((folder / "config.json").read_text())
    settings |= {"model_type": "mine", "auto_map": {"AutoConfig": "mine.C", "AutoModelForMaskedLM": "mine.M"}}
    (folder / "config.json").write_text(json.dumps(settings))
    one_sentence(str(folder), "masked")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("gpt2", "masked", "GPT2LMHeadModel, which is no masked language model"),
        ("llama", "masked", "LlamaForCausalLM, which is no masked language model"),
        ("bert", "causal", "BertForMaskedLM, which is no causal language model"),
    ],
)
def test_a_model_of_another_kind(checkpoints: dict[str, Path], name: str, kind: Kind, message: str) -> None:
    assert message in one_sentence(str(checkpoints[name]), kind)


def test_an_encoder_has_no_head_for_words(tmp_path: Path) -> None:
    """The library would make one up of random numbers."""
    folder = save_bert(tmp_path / "bare", "BertModel")
    found = one_sentence(str(folder), "masked")
    assert "of its weights are not there (cls.predictions" in found
    assert "BertModel, which is no causal language model" in one_sentence(str(folder), "causal")


def test_a_model_of_two_parts_is_no_encoder(tmp_path: Path) -> None:
    sizes = {"d_model": 16, "encoder_layers": 1, "decoder_layers": 1, "encoder_ffn_dim": 8, "decoder_ffn_dim": 8}
    heads = {"encoder_attention_heads": 2, "decoder_attention_heads": 2, "max_position_embeddings": 32}
    folder = save(
        tmp_path / "bart",
        byte_pairs(framed=True),
        "BartForConditionalGeneration",
        "BartConfig",
        init_std=0.5,
        **sizes,
        **heads,
    )
    for kind in ("encoder", "masked", "causal"):
        assert "BartForConditionalGeneration, which is no" in one_sentence(str(folder), kind)


def test_a_tokenizer_that_is_missing_or_damaged(copy: Callable[[str], Path]) -> None:
    folder = copy("bert")
    (folder / "tokenizer.json").write_text("{")
    assert ": no tokenizer (" in one_sentence(str(folder), "masked")
    for file in folder.glob("tokenizer*"):
        file.unlink()
    assert ": no tokenizer.json there; fetch the whole checkpoint" in one_sentence(str(folder), "masked")


def test_a_tokenizer_of_another_model(copy: Callable[[str], Path]) -> None:
    folder = copy("bert")
    byte_pairs(framed=True).save_pretrained(folder)
    expected = f"the tokenizer has 330 tokens and the model {len(word_pieces())}: they are not of one checkpoint"
    assert expected in one_sentence(str(folder), "encoder")


def test_a_tokenizer_without_the_tokens_that_are_needed(copy: Callable[[str], Path]) -> None:
    roberta, llama = copy("roberta"), copy("llama")
    byte_pairs(framed=False).save_pretrained(roberta)
    assert "the tokenizer has no token for masks" in one_sentence(str(roberta), "masked")
    word_pieces().save_pretrained(llama)
    with pytest.raises(BadInput, match="the tokenizer has no token for beginnings or ends of texts"):
        CheckpointCausal(str(llama))


def test_a_checkpoint_is_opened_once(checkpoints: dict[str, Path]) -> None:
    assert open_checkpoint(str(checkpoints["bert"]), "masked") is open_checkpoint(str(checkpoints["bert"]), "masked")


def test_models_are_for_use_and_not_for_training(checkpoints: dict[str, Path]) -> None:
    opened = open_checkpoint(str(checkpoints["bert"]), "masked")
    assert not opened.model.training
    assert {parameter.dtype for parameter in opened.model.parameters()} == {needed("torch").float32}
    assert {str(parameter.device) for parameter in opened.model.parameters()} == {"cpu"}


def test_half_precision_is_read_as_full(checkpoints: dict[str, Path], tmp_path: Path) -> None:
    torch, transformers = needed("torch"), needed("transformers")
    model = transformers.AutoModelForMaskedLM.from_pretrained(checkpoints["bert"]).to(torch.bfloat16)
    model.save_pretrained(tmp_path / "half")
    word_pieces().save_pretrained(tmp_path / "half")
    assert open_checkpoint(str(tmp_path / "half"), "masked").model.dtype == torch.float32


QUIET = """
import sys
from stead.systems.neural.encoders import CheckpointEncoder, Span
from stead.systems.neural.masked import Slot, MaskedModel
MaskedModel(sys.argv[1]).log_probabilities([Slot("old " * 999, "dog", "", ["cat"])], target_in_sight=True)
CheckpointEncoder(sys.argv[1]).vectors([Span("old " * 999, 0, 3)])
import transformers
assert transformers.utils.logging.is_progress_bar_enabled()
assert transformers.utils.logging.get_verbosity() == transformers.utils.logging.WARNING
"""


def test_nothing_is_written_to_the_terminal(checkpoints: dict[str, Path]) -> None:
    """In a process of its own, where nobody catches what libraries write; the library is left as it was."""
    found = subprocess.run(
        [sys.executable, "-c", QUIET, str(checkpoints["bert"])], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


MISSING = """
import sys
sys.modules["torch"] = None
from stead.systems.neural.encoders import CheckpointEncoder, Span
from stead.core.errors import SteadError
try:
    CheckpointEncoder("x")
except SteadError as error:
    print(error)
"""


def test_without_the_libraries_there_is_a_sentence() -> None:
    found = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True, check=True)
    assert found.stdout == "this encoder needs torch, which is not installed: pip install 'stead[neural]'\n"


def test_names_of_models_are_those_of_their_folders(checkpoints: dict[str, Path]) -> None:
    assert MaskedModel(f"{checkpoints['bert']}/").name == CheckpointEncoder(str(checkpoints["bert"])).name
