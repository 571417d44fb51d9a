// Makes docs/images/approval.svg: a real agent asks over MCP, the live list of approvals shows it in a real terminal (tmux),
// and what is on the screen becomes an SVG. Run it after a change of that screen: node scripts/approval-image.mjs

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = fileURLToPath(new URL('..', import.meta.url));
const cmdgate = join(root, 'bin', 'cmdgate.js');
const size = { columns: 84, rows: 24 };

/** As long as the path that stands for it in the image, so that lines break at the same place. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'g-')));
const project = join(home, 'shop');
const environment = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, 'state'), TZ: 'UTC' };
const tmux = (...words) =>
  execFileSync('tmux', ['-S', join(home, 'tmux'), '-f', '/dev/null', ...words], { encoding: 'utf8' });

mkdirSync(join(project, 'build', 'assets'), { recursive: true });
for (const name of ['index.html', 'app.js', 'assets/logo.svg'])
  writeFileSync(join(project, 'build', name), 'x'.repeat(900));
writeFileSync(join(project, 'cmdgate.config.json'), JSON.stringify({ shell: { enabled: true } }));
const variables = ['HOME', 'XDG_STATE_HOME', 'TZ'].map((name) => `${name}=${environment[name]}`);
const agent = new Client({ name: 'claude-code', version: '2.1.0' });
try {
  execFileSync(process.execPath, [cmdgate, 'trust', 'cmdgate.config.json'], {
    cwd: project,
    env: environment,
    stdio: 'ignore',
  });
} catch {
  // Where nobody else can have written it, there is nothing to trust.
}
try {
  const command = ['env', ...variables, 'TERM=xterm-256color', process.execPath, cmdgate, 'approvals'];
  tmux(
    'new-session',
    '-d',
    '-s',
    'image',
    '-c',
    project,
    '-x',
    String(size.columns),
    '-y',
    String(size.rows),
    ...command,
  );
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args: [cmdgate, 'serve'], cwd: project, env: environment }),
  );
  const asked = agent.callTool({ name: 'shell_cmd', arguments: { command: 'rm -r build && git push --force' } });
  let screen = '';
  for (let attempt = 0; attempt < 100 && !screen.includes('claude-code'); attempt++) {
    await pause(100);
    screen = tmux('capture-pane', '-p', '-e', '-t', 'image');
  }
  writeFileSync(join(root, 'docs', 'images', 'approval.svg'), toSvg(screen.replaceAll(home, '/home/ann/dev')));
  tmux('send-keys', '-t', 'image', 'n');
  await asked;
} finally {
  await agent.close();
  tmux('kill-server');
  rmSync(home, { recursive: true, force: true });
}

/** Each line as a row of pieces in one style each. */
function toSvg(screen) {
  const lines = screen.trimEnd().split('\n');
  const [charWidth, lineHeight, edge, bar] = [8.43, 19, 16, 30];
  const width = Math.ceil(size.columns * charWidth + 2 * edge);
  const height = lines.length * lineHeight + 2 * edge + bar;
  const rows = lines.map((line, index) => {
    const y = bar + edge + index * lineHeight + 14;
    const pieces = readStyles(line).map(({ text, column, style }) => {
      const cells = [...text].length;
      const length = `textLength="${(cells * charWidth).toFixed(1)}"`;
      return text.trim() === ''
        ? ''
        : `<tspan x="${(edge + column * charWidth).toFixed(1)}" ${length}${style}>${asXml(text)}</tspan>`;
    });
    return pieces.join('') === '' ? '' : `<text y="${y}">${pieces.join('')}</text>`;
  });
  const dots = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
    (color, at) => `<circle cx="${20 + at * 18}" cy="16" r="5.5" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal with cmdgate approvals: an agent asks to run a command, and a person decides">
<rect width="100%" height="100%" rx="8" fill="#16181d"/>
${dots.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#d6d9e0" xml:space="preserve">
${rows.filter((row) => row !== '').join('\n')}
</g>
</svg>
`;
}

/** The styles that cmdgate uses: bold, dim and a few colors. */
function readStyles(line) {
  const colors = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' };
  let [bold, dim, color, column] = [false, false, undefined, 0];
  const pieces = [];
  for (const [, codes, text] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
    if (text !== undefined) {
      const fill = color ?? (dim ? '#8b919d' : undefined);
      pieces.push({ text, column, style: `${fill ? ` fill="${fill}"` : ''}${bold ? ' font-weight="bold"' : ''}` });
      column += [...text].length;
      continue;
    }
    for (const code of codes.split(';').map(Number)) {
      if (code === 0) [bold, dim, color] = [false, false, undefined];
      else if (code === 1) bold = true;
      else if (code === 2) dim = true;
      else if (code === 22) [bold, dim] = [false, false];
      else if (code === 39) color = undefined;
      else if (colors[code]) color = colors[code];
    }
  }
  return pieces;
}

function asXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
