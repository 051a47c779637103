/** INCEpTION's external recommender, protocol version 1. */
package org.gpchain.internal.server.inception;
