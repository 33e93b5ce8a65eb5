-- Returns people who wait for a departure and have had no offer of it, in the order in which they joined: its waiting
-- list, and travellers of a request for which the departure was offered, unless its fare is above what they would pay.
create or replace function waiting_for(p_trip uuid)
returns table (place_id uuid, place bigint, person_id uuid, leg_from smallint, leg_to smallint, travellers smallint)
language sql stable as $$
  select q.id, q.number, q.person_id, coalesce(q.leg_from, d.leg_from), coalesce(q.leg_to, d.leg_to), q.travellers
  from (
    select * from queue_place where trip_id = p_trip and state = 'waiting'
    union all
    select w.* from request_departure d join queue_place w on w.request_id = d.request_id and w.state = 'waiting'
      where d.trip_id = p_trip and (w.max_fare_kobo is null or w.max_fare_kobo >= d.fare_kobo)
  ) q
  left join request_departure d on d.request_id = q.request_id and d.trip_id = p_trip
  where not exists (select from seat_offer o where o.place_id = q.id and o.trip_id = p_trip)
  order by q.number
$$;
