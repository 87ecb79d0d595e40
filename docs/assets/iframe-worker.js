/* Search without a server. Browsers start no worker from a file: address, so there its script runs in a hidden frame
   that is spoken to as a worker is. Material for MkDocs loads this before anything else; over http nothing happens. */
if (location.protocol === "file:") {
  const setUp = `
    self.importScripts = async (...addresses) => {
      for (const address of addresses)
        await new Promise((loaded, failed) => {
          const script = document.createElement("script");
          Object.assign(script, { src: address, onload: loaded, onerror: failed });
          document.body.append(script);
        });
    };
    self.postMessage = (data) => frameElement.answer(data);`;

  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      const script = new URL(address, document.baseURI).href.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      frame.hidden = true;
      frame.srcdoc = `<body><script>${setUp}</script><script src="${script}"></script></body>`;
      frame.answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.frame = frame;
      this.ready = new Promise((loaded) => frame.addEventListener("load", loaded, { once: true }));
      const add = () => document.body.append(frame);
      document.body ? add() : document.addEventListener("DOMContentLoaded", add, { once: true });
    }

    async postMessage(data) {
      await this.ready;
      const inside = this.frame.contentWindow;
      inside.dispatchEvent(new inside.MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
