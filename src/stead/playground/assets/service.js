// The service of the page: requests as JSON, answers as JSON or line by line, and every failure as a Problem.
const KEY = "stead-key";

export class Problem extends Error {
  constructor(detail, { status = 0, seconds = 0 } = {}) {
    super(detail);
    this.status = status;
    this.seconds = seconds;
  }
}

export const keepKey = (key) => sessionStorage.setItem(KEY, key);

async function post(path, body, { signal, accept }) {
  const headers = { "content-type": "application/json", accept };
  const key = sessionStorage.getItem(KEY);
  if (key) headers.authorization = `Bearer ${key}`;
  let response;
  try {
    response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({ detail: `${response.status} ${response.statusText}` }));
  throw new Problem(problem.detail, { status: response.status, seconds: Number(response.headers.get("retry-after") ?? 0) });
}

export async function suggest(body, signal) {
  const response = await post("/v1/suggest", body, { signal, accept: "application/json" });
  return response.json();
}

// Every target of a text, as soon as it is answered. True at the end if the whole text was answered.
export async function* targetsOf(body, signal) {
  const response = await post("/v1/text", body, { signal, accept: "application/jsonl" });
  const lines = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let part;
    try {
      part = await lines.read();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem("");
    }
    if (part.done) return false;
    const whole = (rest + part.value).split("\n");
    rest = whole.pop();
    const records = whole.map((line) => JSON.parse(line));
    const failure = records.find((record) => record.error);
    if (failure) throw new Problem(failure.error.detail, { status: failure.error.status });
    yield records.filter((record) => record.substitutes);
    if (records.some((record) => "done" in record)) return true;
  }
}
