// The picture files of a user: found in what is dropped or chosen, and sent to the server, a few at a time.

import { send, sendFile } from "./api.js";

const AT_ONCE = 3; // uploads; the server looks at each picture when it has come

// The files of a drop, with those inside folders: { name, file }, where the name contains the folders.
export async function droppedFiles(data) {
  // Entries must be taken before any await: afterwards the drop is empty.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return chosenFiles(data.files);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    return [{ name: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = entry.createReader();
  const inside = [];
  // A reader gives at most a hundred entries at a time, and an empty list at the end.
  for (let some = [null]; some.length; inside.push(...some)) some = await new Promise((done, failed) => reader.readEntries(done, failed));
  return (await Promise.all(inside.filter((each) => each && !each.name.startsWith(".")).map(filesBelow))).flat();
}

export const chosenFiles = (files) => [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));

// In the order in which people number files: 2 before 10.
const order = new Intl.Collator("en", { numeric: true });
export const inOrder = (found) => [...found].sort((one, other) => order.compare(one.name, other.name));

// The pictures of this page on the server. It forgets them when the page is closed.
export class Uploads {
  constructor() {
    this.id = null;
    this.opening = null;
    window.addEventListener("pagehide", (event) => {
      if (this.id && !event.persisted) send(`${this.path}/close`, {}, null, { keepalive: true }).catch(() => {});
    });
  }

  get path() {
    return `/api/pictures/${this.id}`;
  }

  async open() {
    this.opening ??= send("/api/pictures", {});
    try {
      this.id = (await this.opening).id;
    } catch (error) {
      this.opening = null; // so that the next attempt asks again
      throw error;
    }
  }

  forget() {
    this.id = this.opening = null;
  }

  // Send files; `arrived` gets each answer, or the error of a file that was refused.
  async add(found, arrived) {
    await this.open();
    const waiting = [...found];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          const answer = await sendFile(`${this.path}/file?${new URLSearchParams({ name: next.name })}`, next.file);
          arrived({ ...answer, file: next.file });
        } catch (error) {
          if (error.status === 410) throw error; // nothing more can be sent
          arrived({ name: next.name, error });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
}
