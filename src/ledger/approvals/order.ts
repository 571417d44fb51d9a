import type { Approval } from '../../vocabulary/approval.js';

export function oldestFirst(left: Approval, right: Approval): number {
  return Date.parse(left.created_at) - Date.parse(right.created_at) || (left.id < right.id ? -1 : 1);
}

export function hasExpired({ expires_at }: Approval, now: number): boolean {
  return Date.parse(expires_at) <= now;
}
