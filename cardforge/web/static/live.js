// Hear that files were saved. A hidden page hangs up, because a browser allows few lines to one server.

const AGAIN = 2_000; // milliseconds until a page that was refused asks again

// `known` is the revision of what is shown already: what was saved before the line was open is told too.
export function listen(changed, known = null) {
  let line = null;
  let revision = known;
  const open = () => {
    line = new EventSource("/api/live");
    line.onmessage = (message) => {
      const news = JSON.parse(message.data);
      if (revision !== null && news.revision !== revision) changed(news.revision, news.paths);
      revision = news.revision;
    };
    // A browser calls again by itself when the line breaks, but never after it was refused.
    line.onerror = () => {
      if (line?.readyState !== EventSource.CLOSED) return;
      line = null;
      setTimeout(() => {
        if (!line && !document.hidden) open();
      }, AGAIN);
    };
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      line?.close();
      line = null;
    } else if (!line) open();
  });
  window.addEventListener("pagehide", () => line?.close());
  if (!document.hidden) open();
}
