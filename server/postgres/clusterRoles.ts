/** Server role of the built-in PostgreSQL, beside the owner's. See docs/decisions/0006-database-accounts.md. */
import type { ClusterClient } from './clusterClient.ts'

/** Role of all server queries; owns nothing. */
export const serverRole = 'lotline_server'

const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Creates the server role, also in clusters of earlier versions.
 * @param password hexadecimal digits, or none
 */
export async function makeServerRole(client: ClusterClient, password: string): Promise<void> {
  const { rows } = await client.query<{ fits: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as fits
      from pg_roles where rolname = $1`,
    [serverRole],
  )
  if (rows[0]?.fits && !password) return
  const secret = password ? ` password '${password}'` : ''
  await client.query(`${rows[0] ? 'alter' : 'create'} role ${serverRole} ${attributes}${secret}`)
}
