-- Returns how many seats of a departure are free on these legs after the waiting people get theirs; null if the
-- departure has no queue. People who want more seats than are free do not count, nor do people who were passed over
-- because their network has its share of unpaid seats, so that they do not block others.
create or replace function room_beyond_queue(p_trip uuid, p_from smallint, p_to smallint, p_sellable smallint[], p_mine uuid[])
returns int language plpgsql stable as $$
declare free int;
begin
  if not exists (select from queue_place where trip_id = p_trip and state = 'waiting')
    and not exists (select from request_departure where trip_id = p_trip)
  then
    return null;
  end if;
  free := cardinality(p_sellable) - cardinality(seats_taken(p_trip, p_from, p_to, p_sellable, p_mine));
  return free - coalesce((select sum(w.travellers) from waiting_for(p_trip) w
    join queue_place q on q.id = w.place_id and q.skipped_at is null
    where w.leg_from < p_to and w.leg_to > p_from and w.travellers <= free), 0);
end $$;
