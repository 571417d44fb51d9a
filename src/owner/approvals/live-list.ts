// The list as a person works through it: what is on the screen, and what a key does to it.

import type { AnswerResult } from '../../ledger/approvals/approval-store.js';
import type { FileApprovalStore } from '../../ledger/approvals/file-approval-store.js';
import { describeAlways, describeApproval, timeLeft } from '../../renderings/approval/describe-approval.js';
import { titleOf } from '../../renderings/approval/describe-line.js';
import { visibleText } from '../../renderings/approval/visible-text.js';
import type { Colors } from '../../renderings/text/colors.js';
import { layOut } from '../../terminal/approval/lay-out.js';
import type { Approval } from '../../vocabulary/approval.js';
import { giveAnswer, type PersonsAnswer } from './give-answer.js';
import type { Key } from './keys.js';

/** Nobody answers on purpose what was on the screen for less than this. */
const leastShownMs = 500;

/** Of those that wait, so many are named. */
const mostNamed = 5;

/** With less there is no room for a question. */
const smallest: ScreenSize = { columns: 40, rows: 12 };

const footRows = 3;

export interface LiveListOptions {
  readonly store: FileApprovalStore;
  readonly colors: Colors;
  /** Where requests are made that appear here. */
  readonly workspace?: string;
  /** The wall clock, for the time that is left. */
  readonly now: () => number;
  /** A clock that nobody sets. */
  readonly uptime: () => number;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export class LiveList {
  readonly #options: LiveListOptions;
  #items: readonly Approval[] = [];
  #selected: Approval | undefined;
  /** Which rule the question is about, where it is if that shall be written. */
  #confirms: 'always' | 'similar' | undefined;
  #message = '';
  /** What the last frame showed, since when, from which line on, and whether its end has been on the screen. */
  #shown = '';
  #shownSince = 0;
  #top = 0;
  #bodyRows = 1;
  #wasReadToEnd = false;

  constructor(options: LiveListOptions) {
    this.#options = options;
  }

  /** Looks what is waiting now. */
  refresh(): void {
    const before = this.#items.findIndex(({ id }) => id === this.#selected?.id);
    this.#items = this.#options.store.list();
    const still = this.#items.find(({ id }) => id === this.#selected?.id);
    if (this.#selected && !still) this.#message = `No longer waiting: ${summaryOf(this.#selected)}`;
    this.#select(still ?? this.#items[Math.min(Math.max(before, 0), this.#items.length - 1)]);
  }

  /** What the key does, except for those that leave. */
  async press(key: Key): Promise<void> {
    this.#message = '';
    if (key === 'forward') this.#top += this.#bodyRows;
    else if (key === 'back') this.#top = Math.max(0, this.#top - this.#bodyRows);
    else if (!this.#selected) return;
    else if (key === 'next' || key === 'previous') this.#move(key === 'next' ? 1 : -1);
    else if (this.#isTooEarly()) this.#message = 'Key ignored: this only just appeared. Press it again.';
    else if (this.#confirms) await this.#confirm(this.#selected, key);
    else await this.#decide(this.#selected, key);
  }

  /** The lines of the screen; what they show counts as seen. */
  frame({ columns, rows }: ScreenSize): string[] {
    if (columns < smallest.columns || rows < smallest.rows) {
      this.#shown = '';
      return ['Make the window larger.'];
    }
    this.#noteShown();
    // The last column stays free: terminals disagree on where the cursor is after it.
    const width = columns - 1;
    const head = this.#head(width);
    const body = this.#body(width);
    this.#bodyRows = rows - head.length - footRows;
    this.#top = Math.max(0, Math.min(this.#top, body.length - this.#bodyRows));
    const bottom = this.#top + this.#bodyRows;
    this.#wasReadToEnd ||= bottom >= body.length;
    const filled = [...body.slice(this.#top, bottom), ...Array<string>(this.#bodyRows).fill('')];
    return [...head, ...filled.slice(0, this.#bodyRows), ...this.#foot(width)];
  }

  #select(item: Approval | undefined): void {
    if (item?.id !== this.#selected?.id) this.#confirms = undefined;
    this.#selected = item;
  }

  #move(step: number): void {
    const at = this.#items.findIndex(({ id }) => id === this.#selected?.id) + step;
    const item = this.#items[at];
    if (item) this.#select(item);
  }

  #noteShown(): void {
    const question = this.#question();
    if (question === this.#shown) return;
    this.#shown = question;
    this.#shownSince = this.#options.uptime();
    this.#top = 0;
    this.#wasReadToEnd = false;
  }

  /** With all of its content: somebody may change the file under the eyes of the person. */
  #question(): string {
    return `${this.#confirms} ${JSON.stringify(this.#selected)}`;
  }

  #isTooEarly(): boolean {
    return this.#question() !== this.#shown || this.#options.uptime() - this.#shownSince < leastShownMs;
  }

  async #decide(item: Approval, key: Key): Promise<void> {
    if (key === 'no') await this.#give(item, { answer: 'deny', always: false });
    else if (!this.#wasReadToEnd) this.#message = 'There is more to read: press space until the end.';
    else if (key === 'yes') await this.#give(item, { answer: 'approve', always: false });
    else if (key === 'session') await this.#giveForSession(item);
    else if (key === 'similar' && item.similar) this.#confirms = 'similar';
    else if (key === 'always' && item.always) this.#confirms = 'always';
    else this.#message = 'No rule can be written for this request; y approves it once.';
  }

  async #giveForSession(item: Approval): Promise<void> {
    if (item.session_means === undefined) this.#message = 'It cannot be approved for the session; y approves it once.';
    else await this.#give(item, { answer: 'approve', always: false, session: true });
  }

  async #confirm(item: Approval, key: Key): Promise<void> {
    if (key === 'no') this.#confirms = undefined;
    else if (key !== 'yes') return;
    else if (!this.#wasReadToEnd) this.#message = 'There is more to read: press space until the end.';
    else await this.#give(item, { answer: 'approve', always: true, similar: this.#confirms === 'similar' });
  }

  async #give(item: Approval, given: PersonsAnswer): Promise<void> {
    const message = await this.#giveAndTell(item, given);
    this.#confirms = undefined;
    this.refresh();
    this.#message = message;
  }

  async #giveAndTell(item: Approval, given: PersonsAnswer): Promise<string> {
    const done =
      given.answer === 'deny'
        ? 'Denied'
        : given.always
          ? 'Approved always'
          : given.session
            ? 'Approved for the session'
            : 'Approved once';
    const { result, ruleProblem } = await giveAnswer(this.#options.store, item, given);
    if (ruleProblem) return `Approved once, not always: ${visibleText(ruleProblem.message)}`;
    return `${result === 'answered' ? done : failures[result]}: ${summaryOf(item)}`;
  }

  #head(width: number): string[] {
    const { colors, now, workspace } = this.#options;
    const place = workspace === undefined ? '' : `  ${visibleText(workspace)}`;
    const title = `cmdgate approvals  ${this.#items.length} waiting${place}`;
    if (!this.#selected) return [colors.bold(cutLine(title, width)), ''];
    const at = this.#items.findIndex(({ id }) => id === this.#selected?.id);
    const first = Math.max(0, Math.min(at - 2, this.#items.length - mostNamed));
    const names = this.#items.slice(first, first + mostNamed).map((item, index) => {
      const isSelected = first + index === at;
      const line = cutLine(`${isSelected ? '>' : ' '} ${timeLeft(item, now())} left  ${summaryOf(item)}`, width);
      return isSelected ? colors.cyan(line) : line;
    });
    return [colors.bold(cutLine(title, width)), ...names, ''];
  }

  #body(width: number): string[] {
    const { colors, store } = this.#options;
    if (!this.#selected) return ['Nothing is waiting for an answer. Requests appear here as they arrive.'];
    const rule = this.#confirms && this.#selected[this.#confirms];
    const rows = rule ? describeAlways(rule, store.alwaysFile) : describeApproval(this.#selected);
    return layOut(rows, width, colors);
  }

  #foot(width: number): string[] {
    const { colors } = this.#options;
    const more = this.#wasReadToEnd || !this.#selected ? '' : ' · space more';
    const session = this.#selected?.session_means === undefined ? '' : ' · s this session';
    const always = `${this.#selected?.always ? ` · ${alwaysKey(this.#selected)}` : ''}${this.#selected?.similar ? ' · p program' : ''}`;
    // Only what can be pressed here is named: with all of it the line would be too long.
    const others = this.#items.length > 1 ? ' · j/k others' : '';
    const usual =
      more === ''
        ? `y once${session} · n deny${always}${others} · q quit`
        : `space more, then y · n deny${others} · q quit`;
    const question = this.#confirms
      ? `Write this rule and approve? ${more === '' ? 'y yes' : 'space more, then y'} · n no, go back · q quit`
      : usual;
    const keys = this.#selected ? colors.bold(cutLine(question, width)) : 'q quit';
    return ['', colors.yellow(cutLine(this.#message, width)), keys];
  }
}

const failures: Readonly<Record<Exclude<AnswerResult, 'answered'>, string>> = {
  already_answered: 'Somebody else has already answered',
  expired: 'Too late: it has expired',
  not_found: 'Too late: it was withdrawn or used',
};

/** The rule about hosts says nothing of the arguments: it is no "always" for this call. */
function alwaysKey({ subject }: Approval): string {
  return subject.network ? 'a this host always' : 'a always';
}

function summaryOf({ subject, caller, client }: Approval): string {
  return `${titleOf(subject)}  (${visibleText(client ?? caller)})`;
}

/** A heading: its whole text stands below. */
function cutLine(text: string, width: number): string {
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += character <= '\x7f' || character === '·' ? 1 : 2;
    if (used > width) return `${kept.slice(0, -1)}…`;
    kept += character;
  }
  return kept;
}
