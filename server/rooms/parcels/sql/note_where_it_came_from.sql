-- Stores the old state beside each new one, so that the foreign key can check the change from one to the other.
create or replace function note_where_it_came_from() returns trigger language plpgsql as $$
begin
  new.came_from := old.state;
  return new;
end $$;
