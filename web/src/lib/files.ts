/** Gives a text to the person: through the phone's own share sheet where there is one, else as a download. */
export async function give(name: string, text: string, type: string): Promise<"shared" | "saved" | "stopped"> {
  const file = new File([text], name, { type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return "shared";
    } catch (fault) {
      if ((fault as Error).name === "AbortError") return "stopped";
    }
  }
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return "saved";
}
