-- A scope for who looks at posts; beside whatever scopes there are by now.
do $$
declare
  it record;
begin
  for it in
    select conrelid::regclass as tab, conname, pg_get_constraintdef(oid) as says from pg_constraint
    where conname in ('staff_key_scopes', 'operator_key_scopes') and pg_get_constraintdef(oid) not like '%moderation%'
  loop
    execute format('alter table %s drop constraint %I', it.tab, it.conname);
    execute format('alter table %s add constraint %I %s', it.tab, it.conname,
      replace(it.says, 'ARRAY[', 'ARRAY[''moderation''::text, '));
  end loop;
end $$;
