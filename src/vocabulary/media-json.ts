// Pictures and sounds in an answer that is JSON text already. In a string, quotes have a backslash: none is found there.

const written =
  /\{"type":"(image|audio)","mimeType":"(\1\/[a-z0-9.+-]{1,100})","data":\{"type":"binary","encoding":"base64","value":"([A-Za-z0-9+/]*={0,2})","size_bytes":(\d+)\}\}/g;

type Replace = (media: string, type: string, mimeType: string, base64: string, bytes: string) => string;

/** The text with other JSON in the place of each picture and sound. */
export function replaceMedia(json: string, replace: Replace): string {
  return json.includes('"encoding":"base64"') ? json.replace(written, replace) : json;
}
