-- Returns the traces by which accounts of the same people are recognised: hashes of their devices, networks and cards.
create or replace function traces_of_people(p_people uuid[]) returns table (kind text, mark text) language sql stable as $$
  select 'device', device_key from login where person_id = any (p_people) and device_key is not null
  union
  select 'device', device_id::text from person where id = any (p_people) and device_id is not null
  union
  select 'network', mark from login, unnest(array[network, first_network]) mark
    where person_id = any (p_people) and coalesce(network, first_network) is not null and mark is not null
  union
  select 'card', card from payment where person_id = any (p_people) and card is not null
$$;
