-- Assigns a guest's booking to a person. Returns false if it already belongs to somebody.
create or replace function adopt_booking(p_booking uuid, p_person uuid) returns boolean language plpgsql as $$
begin
  update booking set user_id = p_person where id = p_booking and user_id is null;
  return found;
end $$;
