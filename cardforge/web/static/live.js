// Listen for changed files. A hidden page disconnects, because browsers allow only a few connections per server.

const AGAIN = 2_000; // milliseconds before a rejected page reconnects

// `known` is the revision already shown, so that a save before the connection opened is noticed too.
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
    // EventSource reconnects by itself when the connection breaks, but not after an error status.
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
