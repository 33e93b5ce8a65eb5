-- Whether money for a booking may still come: for itself, or for its return trip.
create or replace function waits_for_money(b booking) returns boolean language sql volatile as $$
  select awaits_money(b.id) or b.return_trip_id is not null and awaits_money(b.return_trip_id)
$$;
