/** What a caller may do. Every route of `/v1` requires one of these. */
export const scopes = [
  'decks:read',
  'decks:start',
  'decks:decide',
  'decks:operate',
  'templates:write',
  'admin',
] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of people who log in. */
const roleScopes = {
  viewer: ['decks:read'],
  reviewer: ['decks:read', 'decks:start', 'decks:decide'],
  operator: ['decks:read', 'decks:start', 'decks:decide', 'decks:operate', 'templates:write'],
  admin: scopes,
} as const satisfies Record<string, readonly Scope[]>;
export type Role = keyof typeof roleScopes;
export const roles = Object.keys(roleScopes) as [Role, ...Role[]];

export const scopesOf = (role: Role): ReadonlySet<Scope> => new Set(roleScopes[role]);
