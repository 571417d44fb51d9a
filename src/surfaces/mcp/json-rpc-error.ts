/** A JSON-RPC error that belongs to no request, as the HTTP transport answers what it cannot serve. */
export function jsonRpcErrorText(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
}
