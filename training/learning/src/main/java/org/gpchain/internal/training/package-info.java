/** What a caller needs to train a model: trainers, their settings, their progress. */
package org.gpchain.internal.training;
