"""Serve a GGUF file at an endpoint of the OpenAI kind: python serve_gguf.py FILE PORT, with ik_llama_cpp installed.

For the soak test with a real model. The interpreter is one of its own, so that the library is no dependency of stead.
The ChatML template of SmolLM2, one request at a time. A schema is held to in the simplest way: the answer begins as
the schema does, up to the first value, and ends with the first closing bracket. A line of standard output for each
answer, with the digest of its request, lets a test count what was asked for twice.
"""

import hashlib
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from ik_llama_cpp import IkLlama  # type: ignore[import-not-found]

_MOST_TOKENS = 2048


def complete(model: Any, body: dict[str, Any]) -> dict[str, Any]:
    """Answer a request with what the model goes on with."""
    turns = [f"<|im_start|>{message['role']}\n{message['content']}<|im_end|>\n" for message in body["messages"]]
    beginning, closing = beginning_of(body.get("response_format", {}))
    text = "".join([*turns, "<|im_start|>assistant\n", beginning])
    prompt = model.tokenize(text, add_bos=False, special=True)
    most = min(body["max_tokens"], _MOST_TOKENS - len(prompt))
    answer = model.generate(prompt, max_tokens=most, temperature=body["temperature"])
    content, end, _ = (beginning + model.detokenize(answer)).partition(closing or "\0")
    is_cut_off = not end and len(answer) == most
    choice = {
        "message": {"role": "assistant", "content": content + end + ("}" if end == "]" else "")},
        "finish_reason": "length" if is_cut_off else "stop",
    }
    return {"choices": [choice], "usage": {"prompt_tokens": len(prompt), "completion_tokens": len(answer)}}


def beginning_of(response_format: dict[str, Any]) -> tuple[str, str]:
    """How an answer to a schema begins, and the bracket that ends it; nothing without a schema."""
    properties = response_format.get("json_schema", {}).get("schema", {}).get("properties")
    if not properties:
        return "", ""
    name, kind = next(iter(properties.items()))
    is_list = kind["type"] == "array"
    return f"{{{json.dumps(name)}: {'[' + chr(34) if is_list else ''}", "]" if is_list else "}"


def main(file: str, port: str) -> None:
    """Load the model, say so, and serve."""
    model = IkLlama(file, n_ctx=_MOST_TOKENS, n_threads=1)  # several wait for each other in loops

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = self.rfile.read(int(self.headers["Content-Length"]))
            data = json.dumps(complete(model, json.loads(request))).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            print(f"answered {hashlib.sha256(request).hexdigest()}", flush=True)  # noqa: T201

        def log_message(self, format: str, *arguments: Any) -> None:
            """Keep quiet."""

    server = HTTPServer(("127.0.0.1", int(port)), Handler)
    print(f"serving on {server.server_port}", flush=True)  # noqa: T201
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
