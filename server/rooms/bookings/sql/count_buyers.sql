-- Returns how many different people bought seats of a departure. A person is recognised by card, otherwise by account,
-- otherwise by the contact's phone.
create or replace function count_buyers(p_trip uuid) returns int language sql stable as $$
  select count(distinct coalesce(
    (select min(p.card) from payment p where p.payable_id = b.id and p.card is not null),
    b.user_id::text, b.contact_phone, b.id::text))::int
  from booking b where b.trip_id = p_trip and b.status in ('confirmed', 'travelled', 'completed')
$$;
