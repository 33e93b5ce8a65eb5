-- A refund that its company cannot finish is taken up by our staff. said: what the company said of it last;
-- person_since: since
-- when it has needed a person; to_wallet: it is to go into the wallet of the account that paid, unless the company
-- has it.
alter table refund
  add column said text,
  add column person_since timestamptz,
  add column to_wallet boolean not null default false;
update refund set person_since = coalesce(heard_at, requested_at) where state = 'needs_person';
alter table refund add constraint a_person_since_when check (state <> 'needs_person' or person_since is not null);
create index refund_of_people on refund (person_since desc, id desc) where state = 'needs_person';

-- It has an argument more now.
drop function if exists settle_refund(uuid, text, text);

-- A scope for who takes them up; beside whatever scopes there are by now.
do $$
declare
  it record;
begin
  for it in
    select conrelid::regclass as tab, conname, pg_get_constraintdef(oid) as says from pg_constraint
    where conname in ('staff_key_scopes', 'operator_key_scopes') and pg_get_constraintdef(oid) not like '%refunds%'
  loop
    execute format('alter table %s drop constraint %I', it.tab, it.conname);
    execute format('alter table %s add constraint %I %s', it.tab, it.conname,
      replace(it.says, 'ARRAY[', 'ARRAY[''refunds''::text, '));
  end loop;
end $$;
