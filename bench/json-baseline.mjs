// What the dispatch is measured against: JSON.parse and JSON.stringify of an object of 200 bytes.

/** A calendar event. Objects of 200 bytes differ: one long text is cheaper, many numbers are dearer than this. */
function event(number) {
  const object = {
    id: `evt_${1000 + number}`,
    summary: 'Team meeting',
    start: '2026-02-02T10:00:00Z',
    end: '2026-02-02T11:00:00Z',
    attendees: ['alice@example.com', 'bob@example.com'],
    max: 10,
    today: true,
    calendar: '',
  };
  return JSON.stringify({ ...object, calendar: 'x'.repeat(200 - JSON.stringify(object).length) });
}

/** As many different texts as there are command lines, so that neither side profits from seeing one text only. */
const texts = Array.from({ length: 1000 }, (_, number) => event(number));

let codes = 0;

export function parseAndStringify(operations) {
  for (let at = 0; at < operations; at++) {
    const text = JSON.stringify(JSON.parse(texts[at % texts.length]));
    codes += text.charCodeAt(text.length - 1);
  }
}

/** Used by nobody; but the engine cannot know that, and so has to do the work. */
export function codesSeen() {
  return codes;
}
