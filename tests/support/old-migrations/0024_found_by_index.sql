-- Manifests ask for all tickets of a departure, people for their conversations, and both for what is over,
-- too; everybody asks for the best and the worst reviews.
create index ticket_trip on ticket (trip_id);
create index conversation_person on conversation (person_id);
create index review_highest on review (rating desc, written_at desc, id desc);
create index review_lowest on review (rating, written_at desc, id desc);
