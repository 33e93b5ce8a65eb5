-- The name of a shift's clerk: a member's, or the label of the key that opened it.
create or replace function clerk_of(s counter_shift) returns text language sql stable as $$
  select coalesce(
    (select p.full_name from member m join person p on p.id = m.person_id where m.id = s.member_id),
    (select 'Key “' || k.label || '”' from operator_key k where k.id = s.key_id),
    'Somebody')
$$;
