// Requests to the server. Its errors are thrown with their own wording.

export class Refusal extends Error {
  constructor(status, data) {
    super(data.message ?? "the request failed");
    this.status = status;
    this.hint = data.hint ?? "";
    this.problems = data.problems ?? [];
  }
}

async function answered(response) {
  if (response.ok) return response;
  let data = {};
  if (response.headers.get("content-type")?.startsWith("application/json")) data = await response.json();
  else data = { message: await response.text() };
  throw new Refusal(response.status, data);
}

async function reach(path, options) {
  try {
    return await answered(await fetch(path, options));
  } catch (error) {
    if (error instanceof Refusal || error.name === "AbortError") throw error;
    throw new Refusal(0, { message: "cardforge is not responding", hint: "is it still running in its terminal?" });
  }
}

export const get = async (path, signal) => (await reach(path, { signal })).json();

// Fetch a file so that the server has it cached when its address is opened.
export const fetched = async (path) => (await reach(path)).blob();

const post = (path, body, signal, options = {}) =>
  reach(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal, ...options });

export const send = async (path, body, signal, options) => (await post(path, body, signal, options)).json();

// Send an object and get a picture.
export const pictureOf = async (path, body) => createImageBitmap(await (await post(path, body)).blob());

// Send a file as it is.
export const sendFile = async (path, file) =>
  (await reach(path, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file })).json();

// Fetch a file and download it.
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
