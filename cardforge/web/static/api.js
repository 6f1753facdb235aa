// Ask the server. What it refuses is thrown with its own words.

export class Refusal extends Error {
  constructor(status, told) {
    super(told.message ?? "the page got no answer");
    this.status = status;
    this.hint = told.hint ?? "";
    this.problems = told.problems ?? [];
  }
}

async function answered(response) {
  if (response.ok) return response;
  let told = {};
  if (response.headers.get("content-type")?.startsWith("application/json")) told = await response.json();
  else told = { message: await response.text() };
  throw new Refusal(response.status, told);
}

async function reach(path, options) {
  try {
    return await answered(await fetch(path, options));
  } catch (error) {
    if (error instanceof Refusal || error.name === "AbortError") throw error;
    throw new Refusal(0, { message: "cardforge does not answer", hint: "is it still running in its window?" });
  }
}

export const get = async (path, signal) => (await reach(path, { signal })).json();

// Have something made, to be opened by its address afterwards.
export const fetched = async (path) => (await reach(path)).blob();

const post = (path, body, signal) =>
  reach(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

export const send = async (path, body, signal) => (await post(path, body, signal)).json();

// Fetch a file, then hand it to the browser to keep.
export async function keep(path, body) {
  const response = body ? await post(path, body) : await reach(path);
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "");
  keepText(await response.blob(), name ? decodeURIComponent(name[1]) : "cards");
}

export function keepText(content, name) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
