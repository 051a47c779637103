/**
 * Training data: annotated corpora, their features, and their encoding as rows and label numbers.
 */
package org.gpchain.internal.training.data;
