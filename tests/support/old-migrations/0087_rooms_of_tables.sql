-- Tables say the room that writes them, as rooms are called now.
do $$
declare
  it record;
begin
  for it in
    select c.oid, c.relname, obj_description(c.oid) as says, coalesce(moved.room, 'notifications') as room
    from pg_class c
    left join (values ('feed', 'timetables'), ('schedule', 'timetables'), ('schedule_stop', 'timetables'),
      ('fare', 'timetables'), ('fuel_monitor', 'fuel')) moved (name, room) on moved.name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (moved.name is not null or obj_description(c.oid) like 'notices:%')
  loop
    execute format('comment on table %I is %L', it.relname, it.room || substr(it.says, strpos(it.says, ':')));
  end loop;
end $$;
