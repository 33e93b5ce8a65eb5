import type pg from 'pg'
import { withConnection } from './client.ts'

/**
 * The role of the API. It reads and writes rows, but cannot change tables, and can only append to the ledger.
 * Migrations, seed, imports and the queue's own connection use the owner.
 */
const appRole = 'waka_app'

const schemas = `array['public', 'sandbox', 'pgboss']`
const appendOnly = `array['transfer', 'wallet_entry', 'points_entry', 'boarding_scan', 'parcel_event', 'booking_move', 'audit_entry']`

/**
 * Creates the role if it is missing and grants its missing rights, including those on future tables of pg-boss.
 * Repeating it changes nothing. Roles belong to the whole cluster, so another database may create the role at the same
 * time. If the owner may not create roles, PostgreSQL prints a notice and nothing is done.
 */
export async function grantAppRights(owner: pg.Client): Promise<void> {
  await owner.query(`
    do $$
    declare
      part record;
    begin
      begin
        if not exists (select from pg_roles where rolname = '${appRole}') then
          create role ${appRole} nologin;
        end if;
        if not pg_has_role(current_user, '${appRole}', 'member') then
          execute format('grant ${appRole} to %I', current_user);
        end if;
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise notice 'run by somebody who may: create role ${appRole} nologin; grant ${appRole} to %', current_user;
      end;
      if not exists (select from pg_roles where rolname = '${appRole}') then return; end if;
      for part in
        select nspname as place from pg_namespace
        where nspname = any (${schemas}) and not has_schema_privilege('${appRole}', oid, 'usage')
      loop
        execute format('grant usage on schema %I to ${appRole}', part.place);
      end loop;
      for part in
        select c.oid::regclass as place, acts
        from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          lateral (select case when n.nspname = 'public' and c.relname = any (${appendOnly})
            then 'select, insert' else 'select, insert, update, delete' end as acts) given
        where n.nspname = any (${schemas}) and c.relkind in ('r', 'p')
          and exists (select from unnest(string_to_array(acts, ', ')) act
            where not has_table_privilege('${appRole}', c.oid, act))
      loop
        execute format('grant %s on %s to ${appRole}', part.acts, part.place);
      end loop;
      for part in
        select seqrelid::regclass as place
        from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any (${schemas}) and not has_sequence_privilege('${appRole}', s.seqrelid, 'usage')
      loop
        execute format('grant usage on sequence %s to ${appRole}', part.place);
      end loop;
      if not exists (select from pg_default_acl where defaclnamespace = to_regnamespace('pgboss')) then
        alter default privileges in schema pgboss grant select, insert, update, delete on tables to ${appRole};
      end if;
    end $$`)
}

/** Returns the role for the API's connections; undefined if the owner cannot switch to it. */
export async function findAppRole(url: string): Promise<string | undefined> {
  try {
    await withConnection(url, 'waka', (client) => client.query(`set role ${appRole}`))
    return appRole
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error
    // invalid_parameter_value: the role does not exist; insufficient_privilege: not granted to us.
    if (isMissing && ['22023', '42501'].includes(String(error.code))) return undefined
    throw error
  }
}
