-- Keys may be good for answering at a desk, beside what they were before.
do $$
declare
  it record;
begin
  for it in select conrelid::regclass as place, conname, pg_get_constraintdef(oid) as def from pg_constraint
    where conname in ('operator_key_scopes', 'staff_key_scopes')
  loop
    execute format('alter table %s drop constraint %I', it.place, it.conname);
    execute format('alter table %s add constraint %I %s', it.place, it.conname,
      replace(it.def, '''boarding''::text', '''boarding''::text, ''support''::text'));
  end loop;
end $$;
