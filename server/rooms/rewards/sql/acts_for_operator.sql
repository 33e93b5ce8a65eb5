-- Whether a person works at an operator's desk, or shares a device, a network or a card with somebody who does.
create or replace function acts_for_operator(p_person uuid, p_operator uuid) returns boolean language sql stable as $$
  select exists (select from member where operator_id = p_operator and person_id = p_person)
    or exists (
      select from traces_of_people(array[p_person]) mine
      join traces_of_people(array(select person_id from member where operator_id = p_operator)) theirs using (kind, mark))
$$;
