// Hear that files were saved. A hidden page hangs up, because a browser allows few lines to one server.

// `known` is the edition of what is shown already: what was saved before the line was open is told too.
export function listen(changed, known = null) {
  let line = null;
  let edition = known;
  const open = () => {
    line = new EventSource("/api/live");
    line.onmessage = (message) => {
      const news = JSON.parse(message.data);
      if (edition !== null && news.edition !== edition) changed(news.edition, news.paths);
      edition = news.edition;
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
