-- Trigger: refuses to remove the last owner or administrator of a desk, also under concurrent changes, unless their
-- account is erased.
create or replace function keep_last_owner() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or old.role not in ('owner', 'admin') then return coalesce(new, old); end if;
  if new.ended_at is null and new.role = old.role then return new; end if;
  if new.ended_as = 'erased' then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('desk ' || coalesce(old.operator_id::text, 'ours'), 0));
  if not exists (
    select from member where operator_id is not distinct from old.operator_id and ended_at is null
      and role in ('owner', 'admin') and id <> old.id)
  then
    raise exception 'the desk would be left without an owner' using errcode = 'check_violation', constraint = 'keep_last_owner';
  end if;
  return coalesce(new, old);
end $$;
