// Hands a text to people as a file.

/**
 * @param name - Of the file.
 * @param type - Of its content.
 * @param text - Its content.
 */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
