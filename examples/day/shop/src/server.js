import { createServer } from 'node:http';
import { total } from './total.js';

const items = [
  { name: 'milk', price: 1.1, count: 2 },
  { name: 'bread', price: 2.2, count: 1 },
];

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(`${JSON.stringify({ total: total(items) })}\n`);
}).listen(3000, '127.0.0.1', () => console.log('listening on 3000'));
