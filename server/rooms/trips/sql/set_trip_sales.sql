-- Closes the sales of a departure by hand, or opens them again until they end by the timetable.
create or replace function set_trip_sales(p_trip uuid, p_closed boolean) returns void language sql as $$
  update trip set sales_closed_at = case when p_closed then coalesce(sales_closed_at, now()) end where id = p_trip
$$;
