/** Addresses of an external PostgreSQL, as pg_dump is given them. */
import { expect, test } from 'vitest'
import { addressesOf } from '../../server/db/connection/replication/hosts.ts'
import { dumpEnvironment } from '../../server/postgres/backupDump.ts'

const given = (address: string) => dumpEnvironment(addressesOf(address).map(String))
const account = { PGUSER: 'owner', PGPASSWORD: 'p@ß', PGDATABASE: 'plant' }

test('one host', () => {
  expect(given('postgresql://owner:p%40%C3%9F@db1/plant?sslmode=require')).toEqual({
    ...{ ...account, PGHOST: 'db1', PGPORT: '5432', PGSSLMODE: 'require' },
  })
  expect(given('postgresql://owner@localhost/plant?host=%2Frun%2Fa&port=5433')).toMatchObject({
    ...{ PGHOST: '/run/a', PGPORT: '5433', PGUSER: 'owner' },
  })
})

test('several hosts in both forms, of which the primary is dumped', () => {
  const several = { PGHOST: 'db1,db2,db3', PGPORT: '5432,5433,5432', PGTARGETSESSIONATTRS: 'read-write' }
  expect(given('postgresql://owner:p%40%C3%9F@db1:5432,db2:5433,db3/plant')).toEqual({ ...account, ...several })
  expect(given('postgresql://owner@/plant?host=/run/a,/run/b&port=1,2')).toEqual({
    ...{ PGHOST: '/run/a,/run/b', PGPORT: '1,2', PGTARGETSESSIONATTRS: 'read-write' },
    ...{ PGUSER: 'owner', PGDATABASE: 'plant' },
  })
})
