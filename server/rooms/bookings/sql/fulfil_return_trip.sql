-- Fulfils a return trip after its money has arrived. Each direction gets its tickets from p_goods (by the key out or
-- back) and its part of the money, as if it were paid separately. A direction without seats is refunded, and the other
-- may be cancelled free. If neither has seats, all the money counts as late.
create or replace function fulfil_return_trip(p_return_trip uuid, p_goods jsonb) returns text language plpgsql as $$
declare
  one booking;
  came text;
  came_of jsonb := '{}';
begin
  for one in select * from live_directions(p_return_trip) loop
    perform open_booking(one.id, null);
    came := fulfil_booking(one.id, p_goods->one.way);
    came_of := came_of || jsonb_build_object(one.way, came);
  end loop;
  if not came_of @? '$.* ? (@ starts with "confirmed")' then return 'paid_late'; end if;
  for one in select * from booking where return_trip_id = p_return_trip and came_of ? way order by way desc loop
    perform pass_money_to_part(p_return_trip, one.id, one.total_kobo, came_of->>one.way);
    if came_of->>one.way = 'paid_late' then perform waive_fee_of_other_direction(one.id); end if;
  end loop;
  return case when came_of @? '$.* ? (@ == "confirmed_other_seats")' then 'confirmed_other_seats' else 'confirmed' end;
end $$;
