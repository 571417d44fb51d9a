// Measures one case in a process of its own, so that no case runs on code that another one has warmed up or spoilt.
const [file, index] = process.argv.slice(2);
const { default: cases } = await import(`./${file}`);
const result = await cases[Number(index)].measure();
process.stdout.write(`${JSON.stringify(result)}\n`);
