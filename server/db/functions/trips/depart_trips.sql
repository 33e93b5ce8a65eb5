-- Trips whose time has come have left.
create or replace function depart_trips() returns void language sql as $$
  update trip set status = 'departed' where status in ('scheduled', 'boarding') and departs_at <= now()
$$;
