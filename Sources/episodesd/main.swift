print("episodesd")
